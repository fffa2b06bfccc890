import type { Answer } from '#web/api/client.ts'
import { useFormat } from '#web/i18n/format.ts'
import type { claimsTextQuery } from './claims-text.api.ts'
import { useProductValues } from './product-values.ts'

type Claim = Answer<'GET /api/claims'>['claims'][number]
type Texts = Awaited<ReturnType<NonNullable<ReturnType<typeof claimsTextQuery>['queryFn']>>>

/** A claim in the reader's language: its sentence, where it stands, what it rests on, and what was measured. */
export function useClaimFacts(): (
  texts: Texts,
  claim: Pick<Claim, 'id' | 'measured'>,
) => { sentence: string; place: string; rests: string; found: string } {
  const format = useFormat()
  const fill = useProductValues()
  return ({ claims, found, none }, { id, measured }) => {
    const [sentence = '', place = '', rests = '', more = '', fewer = more] = claims[id]
    const numbers = measured && {
      value:
        measured.value < 0 && fewer !== more
          ? fewer.replace('{{value}}', format.number(-measured.value))
          : more.replace('{{value}}', format.number(measured.value)),
      sample: format.number(measured.sample),
      date: format.date(measured.as_of, 'UTC'),
    }
    return {
      sentence,
      place,
      rests: fill(rests),
      found: numbers
        ? found
            .replace('{{value}}', numbers.value)
            .replace('{{sample}}', numbers.sample)
            .replace('{{date}}', numbers.date)
        : none,
    }
  }
}
