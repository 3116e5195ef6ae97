export const filesInput = { sort: ['-createdAt'], limit: 25 };
