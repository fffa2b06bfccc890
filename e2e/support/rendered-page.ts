import type { User } from '#contract/people/identity.ts'
import type { Language } from '#contract/product.ts'
import { render, renderDocument } from '#web/entries/entry-server.tsx'

export const professional = {
  user_id: '018f0000-0000-7000-8000-000000000001',
  slug: 'grace-walker',
  full_name: 'Grace Walker',
  business_name: '',
  user_details: { first_name: 'Grace', last_name: 'Walker' },
  rating: 4.8,
  total_reviews: 1,
  hourly_rate: 42,
  isBackgroundCheckVerified: true,
  background_check_status: 'approved',
  profile_image_url: null,
  services_offered: ['standard', 'deep', 'move_in_out', 'office'],
  service_areas: ['Austin, TX'],
  gallery_images: ['1', '2', '3', '4', '5', '6'].map((name) => `/api/uploads/${name}.webp`),
  bio: 'I bring my own supplies.',
  years_experience: '10+',
  employees_count: '1-3',
  social_media_url: '',
  reviews: [
    {
      rating: 5,
      title: 'Spotless',
      comment: 'The oven shines.',
      reviewerName: 'Maya T.',
      client_name: 'Maya T.',
      created_at: '2026-11-01T12:00:00.000Z',
      verified_hire: false,
    },
  ],
}

const austin = { city: 'Austin', state: 'TX', slug: 'austin', zip: '78745', professionals: 1200 }

export const ANSWERS: Record<string, unknown> = {
  '/api/service-types': {
    service_types: [
      { type: 'standard', name: 'Standard' },
      { type: 'post_construction', name: 'Post-Construction' },
    ],
  },
  '/api/served-cities': {
    cities: [austin],
    total_professionals: 1200,
  },
  '/api/claims': { claims: [{ id: 'responds_2h', enabled: true, measured: { value: 72 } }] },
  '/api/cities': { states: [{ state: 'TX', name: 'Texas', cities: 2 }] },
  '/api/cities/tx': { state: 'TX', name: 'Texas', cities: [austin] },
  ...Object.fromEntries(
    ['tx/austin', 'texas/Austin'].map((place) => [
      `/api/cities/${place}`,
      {
        ...austin,
        state_name: 'Texas',
        lowest_rate: 28.5,
        rating: 4.7,
        total_reviews: 148,
        best: [professional],
        zips: ['78745', '78753'],
        nearby: [{ ...austin, city: 'Kyle', slug: 'kyle', professionals: 1, distance_miles: 20.4 }],
      },
    ]),
  ),
  '/api/professionals/search/enhanced?zip_code=78701&sort_by=rating&page=1': {
    professionals: [professional],
    total: 1,
  },
  '/api/professionals/search/enhanced?zip_code=78701&service_type=post_construction&sort_by=rating&page=1':
    { professionals: [professional], total: 1 },
  '/api/professionals/search/enhanced?zip_code=00000&sort_by=rating&page=1': {
    professionals: [],
    total: 0,
    nearby: [{ zip: '79901', city: 'El Paso', state: 'TX', distance_miles: 12.4 }],
  },
  '/api/public/professional/grace-walker': { professional, rating_distribution: [0, 0, 0, 0, 1] },
}
const REFUSED = { code: 'professional_not_found', detail: 'This professional is not available.' }

export const fetcher = async (path: string) =>
  path in ANSWERS ? Response.json(ANSWERS[path]) : Response.json(REFUSED, { status: 404 })

export const aboutIn = (html: string) =>
  JSON.parse(
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null',
  ) as object

export const user: User = {
  id: '018f0000-0000-7000-8000-000000000002',
  first_name: 'Maya',
  last_name: 'Thompson',
  email: 'maya@example.com',
  phone: '512-555-0101',
  role: 'client',
}

export async function page(url: string, reader: User | null = null, language: Language = 'en') {
  const answer = await render({
    url,
    language,
    user: reader,
    fetcher,
  })
  if ('redirect' in answer) throw new Error(`sent to ${answer.redirect}`)
  const html = renderDocument({
    ...answer,
    manifest: {},
    startScript: '',
    origin: 'https://lustra.example',
  })
  const text = answer.html.replace(/<!--.*?-->/g, '')
  return { status: answer.status, html, text }
}
