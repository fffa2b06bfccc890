// rule: profile-addresses, search-card
import { ME_KEY } from '#web/session/session.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { User } from '#contract/people/identity.ts'
import type { PublicProfessional } from '#contract/market/professionals.ts'
import { createApi } from '#web/api/client.ts'
import { NO_FILTERS } from '#web/features/market/search/filters.ts'
import { searchQuery } from '#web/features/market/results/results.api.ts'
import type { SearchAnswer } from '#web/features/market/results/results.api.ts'
import { profileFromSearch } from './profile-from-search.ts'
import { profileHead } from './profile-head.ts'

const grace: PublicProfessional = {
  user_id: '018f0000-0000-7000-8000-000000000001',
  slug: 'grace-walker',
  full_name: 'Grace Walker',
  business_name: '',
  user_details: { first_name: 'Grace', last_name: 'Walker' },
  rating: 4.8,
  total_reviews: 33,
  hourly_rate: 42,
  isBackgroundCheckVerified: true,
  background_check_simulated: false,
  background_check_status: 'approved',
  profile_image_url: null,
  services_offered: ['standard'],
  service_areas: ['Austin, TX'],
  gallery_images: ['/api/uploads/kitchen.webp'],
  bio: 'I bring my own supplies.\n\nPets are welcome. '.repeat(8),
  years_experience: '10+',
  employees_count: '1-3',
  social_media_url: '',
  reviews: [],
}
const t = ((key: string) => key) as Parameters<typeof profileHead>[1]

const maya: User = {
  id: '018f0000-0000-7000-8000-000000000003',
  first_name: 'Maya',
  last_name: 'Thompson',
  email: 'maya@example.com',
  phone: '5125550100',
  role: 'client',
}
/** The query cache of this reader after a search that found Grace. */
async function searched(user: User | null): Promise<QueryClient> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(ME_KEY, user)
  const api = createApi(
    async () => Response.json({ professionals: [grace], total: 1 }),
    () => 'en',
  )
  await queryClient.fetchQuery(searchQuery(api, { ...NO_FILTERS, zip_code: '78701' }))
  return queryClient
}

test('a signed-in person sees the search result when the profile cannot be loaded', async () => {
  const queryClient = await searched(maya)
  expect(profileFromSearch(queryClient, grace.user_id)).toEqual({ professional: grace })
  expect(profileFromSearch(queryClient, '018f0000-0000-7000-8000-000000000002')).toBeUndefined()
})

test('a visitor’s search caches only the fields of cards, which are no profile', async () => {
  const queryClient = await searched(null)
  const [[, found] = []] = queryClient.getQueriesData<SearchAnswer>({ queryKey: ['search'] })
  expect(found?.professionals).toEqual([
    {
      user_id: grace.user_id,
      slug: 'grace-walker',
      full_name: 'Grace Walker',
      rating: 4.8,
      total_reviews: 33,
      hourly_rate: 42,
      isBackgroundCheckVerified: true,
      profile_image_url: null,
      services_offered: ['standard'],
      service_areas: ['Austin, TX'],
      gallery_images: ['/api/uploads/kitchen.webp'],
    },
  ])
  expect(profileFromSearch(queryClient, grace.user_id)).toBeUndefined()
})

test('a shared profile has the name, the start of the bio and a photo, under one address', () => {
  const head = profileHead({ professional: grace }, t)
  expect(head).toMatchObject({
    title: 'Grace Walker Cleaning',
    canonical: '/professional/grace-walker',
    image: '/api/uploads/kitchen.webp',
  })
  expect(head.description).toMatch(/^I bring my own supplies\. Pets are welcome\. .*…$/)
  expect(head.description?.length).toBeLessThanOrEqual(161)
})
