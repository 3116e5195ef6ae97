import { useQuery } from '@tanstack/react-query';
import { type Campaign, campaignsApi, resultsKey } from './campaign.ts';

/** While channels start, their state changes without a change of the campaign, so the results are polled. */
const refreshMs = 5000;

export const useResults = ({ _id, status }: Campaign) =>
  useQuery({
    queryKey: resultsKey(_id),
    queryFn: ({ signal }) => campaignsApi.results(_id, signal),
    refetchInterval: ({ state: { data } }) =>
      status === 'active' && data?.channels.some(({ run }) => run === 'waiting' || run === null) ? refreshMs : false,
  });
