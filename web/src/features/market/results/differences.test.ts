// rule: search-card
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SERVICE_TYPES } from '#contract/product.ts'
import { sharedFacts } from './differences.ts'

const professional = fc.record({
  languages: fc.option(fc.subarray(['en', 'es', 'pt'] as const, { minLength: 1 }), {
    nil: undefined,
  }),
  brings_supplies: fc.boolean(),
  services_offered: fc.subarray([...SERVICE_TYPES], { minLength: 1 }),
  service_areas: fc.subarray(['Austin, TX', '78701', '78745'], { minLength: 1 }),
})

test('no fact is left on the cards that more than 60 % of three or more results share', () => {
  fc.assert(
    fc.property(fc.array(professional, { minLength: 3, maxLength: 20 }), (all) => {
      const shared = sharedFacts(all)
      for (const service of SERVICE_TYPES) {
        const count = all.filter(({ services_offered }) =>
          services_offered.includes(service),
        ).length
        expect(shared.has(service)).toBe(count > all.length * 0.6)
      }
      const english = all.filter(({ languages }) => !languages || languages.includes('en')).length
      expect(shared.has('en')).toBe(english > all.length * 0.6)
      const bringing = all.filter(({ brings_supplies }) => brings_supplies).length
      expect(shared.has('brings_supplies')).toBe(bringing > all.length * 0.6)
      for (const area of ['Austin, TX', '78701', '78745']) {
        const count = all.filter(({ service_areas }) => service_areas.includes(area)).length
        expect(shared.has(area)).toBe(count > all.length * 0.6)
      }
    }),
  )
})

test('one or two results are described in full', () => {
  const one = { services_offered: ['standard' as const], service_areas: ['78701'] }
  expect(sharedFacts([one, one]).size).toBe(0)
})
