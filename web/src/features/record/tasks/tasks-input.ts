export const tasksInput = { sort: ['-createdAt'], limit: 50 };
