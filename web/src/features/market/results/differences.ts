import type { CardProfessional } from '../professionals/card.ts'
import { OFFER_TRAITS } from '../professionals/card.ts'

type Compared = Pick<
  CardProfessional,
  'languages' | 'services_offered' | 'service_areas' | (typeof OFFER_TRAITS)[number]
>

/** A fact that more than this share of the results have helps nobody to choose. */
const SHARED_FROM = 0.6
/** With fewer results each is described in full. */
const COMPARED_FROM = 3

/** Facts of a card that others can share, each as one word. */
function factsOf(professional: Compared): string[] {
  return [
    ...(professional.languages ?? ['en']),
    ...OFFER_TRAITS.filter((trait) => professional[trait]),
    ...professional.services_offered,
    ...professional.service_areas,
  ]
}

/** Facts that more than 60 % of these results have, so that their cards leave them out. rule: search-card */
export function sharedFacts(professionals: readonly Compared[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const fact of professionals.flatMap(factsOf)) counts.set(fact, (counts.get(fact) ?? 0) + 1)
  if (professionals.length < COMPARED_FROM) return new Set()
  const most = professionals.length * SHARED_FROM
  return new Set([...counts].filter(([, count]) => count > most).map(([fact]) => fact))
}
