// rule: indexable-pages
import { expect, test } from 'vitest'
import type { User } from '#contract/people/identity.ts'
import { VIEWS } from '#web/router/views.ts'
import { render, renderDocument } from '#web/entries/entry-server.tsx'

const NOINDEX = '<meta name="robots" content="noindex">'
/** Every other view is personal or one step of a process. Add a new public view here on purpose. */
const FOUND = ['home', 'search-results', 'public-profile', 'cities', 'state', 'city', 'documents']

const somebody = (role: User['role']): User => ({
  id: '018f0000-0000-7000-8000-000000000001',
  first_name: 'Maya',
  last_name: 'Thompson',
  email: 'maya@example.com',
  phone: '5125550100',
  role,
})
const READERS = [null, somebody('client'), somebody('professional')]

/** Other values of these parameters lead to another screen. */
const EXISTING: Record<string, string> = {
  ':list': 'receipts',
  ':page': 'reliability',
  ':paper': 'receipt',
}

/** An address of earlier versions, which leads every reader to another one. */
const LEADS_ELSEWHERE = '/bookings/:id'

const fetcher = async () => Response.json({ states: [], cities: [], service_types: [] })

test('only the public screens are rendered for search engines', () => {
  expect(VIEWS.filter(({ ssr }) => ssr).map(({ name }) => name)).toEqual(FOUND)
})

test.each(VIEWS.filter(({ name }) => !FOUND.includes(name)))(
  'the screen $name is not indexable for any reader, and names no address',
  async ({ paths }) => {
    for (const path of paths.filter((one) => one !== LEADS_ELSEWHERE)) {
      const pages = await Promise.all(
        READERS.map((user) =>
          render({
            url: path.replaceAll(/:\w+/g, (name) => EXISTING[name] ?? 'secret'),
            language: 'en',
            user,
            fetcher,
          }),
        ),
      )
      const whole = pages.flatMap((page) =>
        'redirect' in page
          ? []
          : [
              renderDocument({
                ...page,
                manifest: {},
                startScript: '',
                origin: 'https://lustra.example',
              }),
            ],
      )
      expect(whole.length).toBeGreaterThan(0)
      for (const html of whole) {
        expect(html).toContain(NOINDEX)
        expect(html).not.toContain('rel="canonical"')
        expect(html).not.toContain('hreflang')
      }
    }
  },
)
