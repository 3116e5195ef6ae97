import { useQuery } from '@tanstack/react-query';
import { actions, answer } from '~/api/actions.ts';
import { keys } from '~/api/keys.ts';

export const workflowsPath = '/api/marketing/workflows';
export const enrollmentsPath = '/api/marketing/workflowEnrollments';

const byId = (id: string) => ({ params: { path: { id } } });

const statsPauseMs = 10_000;

export const workflowActions = {
  activate: (id: string, moveEnrollments: boolean) =>
    answer(actions.POST('/api/marketing/workflows/{id}/activate', { ...byId(id), body: { moveEnrollments } })),
  pause: (id: string) => answer(actions.POST('/api/marketing/workflows/{id}/pause', byId(id))),
  resume: (id: string) => answer(actions.POST('/api/marketing/workflows/{id}/resume', byId(id))),
  archive: (id: string) => answer(actions.POST('/api/marketing/workflows/{id}/archive', byId(id))),
  test: (id: string, body: { readonly recordId: string; readonly sendToMe: boolean }) =>
    answer(actions.POST('/api/marketing/workflows/{id}/test', { ...byId(id), body })),
  enroll: (id: string, body: { readonly records?: string[]; readonly segmentId?: string }) =>
    answer(actions.POST('/api/marketing/workflows/{id}/enroll', { ...byId(id), body })),
};

export const enrollmentActions = {
  pause: (id: string) => answer(actions.POST('/api/marketing/workflow-enrollments/{id}/pause', byId(id))),
  resume: (id: string) => answer(actions.POST('/api/marketing/workflow-enrollments/{id}/resume', byId(id))),
  exit: (id: string) => answer(actions.POST('/api/marketing/workflow-enrollments/{id}/exit', byId(id))),
  retry: (id: string) => answer(actions.POST('/api/marketing/workflow-enrollments/{id}/retry', byId(id))),
  approve: (id: string, comment: string) =>
    answer(
      actions.POST('/api/marketing/workflow-enrollments/{id}/approve', { ...byId(id), body: withComment(comment) }),
    ),
  reject: (id: string, comment: string) =>
    answer(
      actions.POST('/api/marketing/workflow-enrollments/{id}/reject', { ...byId(id), body: withComment(comment) }),
    ),
};

const withComment = (comment: string) => (comment.trim() === '' ? {} : { comment: comment.trim() });

/** How many records are in a workflow and at its steps, read again while the page is visible. */
export const useWorkflowStats = (id: string) =>
  useQuery({
    queryKey: [...keys.model(workflowsPath), 'stats', id],
    queryFn: ({ signal }) => answer(actions.GET('/api/marketing/workflows/{id}/stats', { ...byId(id), signal })),
    refetchInterval: statsPauseMs,
  });

export const useVersions = (id: string) =>
  useQuery({
    queryKey: [...keys.model(workflowsPath), 'versions', id],
    queryFn: ({ signal }) => answer(actions.GET('/api/marketing/workflows/{id}/versions', { ...byId(id), signal })),
  });

/** Why a record was or was not enrolled, and where it is. */
export const useExplanation = (id: string | undefined, recordId: string) =>
  useQuery({
    queryKey: [...keys.model(enrollmentsPath), 'explain', id, recordId],
    queryFn: ({ signal }) =>
      answer(
        actions.GET('/api/marketing/workflows/{id}/explain', {
          params: { path: { id: id ?? '' }, query: { recordId } },
          signal,
        }),
      ),
    enabled: id !== undefined,
  });

/** The log of an enrollment. One that goes on is read again from time to time. */
export const useRuns = (id: string, isOpen: boolean) =>
  useQuery({
    queryKey: [...keys.model(enrollmentsPath), 'runs', id],
    queryFn: ({ signal }) =>
      answer(actions.GET('/api/marketing/workflow-enrollments/{id}/runs', { ...byId(id), signal })),
    refetchInterval: isOpen ? statsPauseMs : false,
  });
