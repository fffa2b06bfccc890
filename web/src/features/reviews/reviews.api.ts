import { useQueryClient } from '@tanstack/react-query'
import { BOOKINGS_KEY } from '#web/features/bookings/bookings.api.ts'

/** Reads again whatever shows reviews: profiles, cards and the dashboard. What is on the screen stays until it is there. */
export function useReadReviewsAgain(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      [['profile'], ['public-profile'], ['search'], BOOKINGS_KEY].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}
