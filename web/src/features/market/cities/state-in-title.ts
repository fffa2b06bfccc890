import type { Language } from '#contract/product.ts'

/**
 * How Portuguese says 'in' before the name of a state, where it is not 'em': 'no Texas', 'na Flórida'. By state code.
 */
const PORTUGUESE_IN: Record<string, 'na' | 'no'> = {
  ...forEach('na', ['CA', 'FL', 'GA', 'LA', 'NC', 'ND', 'PA', 'SC', 'SD', 'VA', 'WV']),
  ...forEach('no', [
    'AK',
    'AL',
    'AR',
    'AZ',
    'CO',
    'DC',
    'HI',
    'KS',
    'KY',
    'ME',
    'MI',
    'MO',
    'MS',
    'NE',
    'NM',
    'OR',
  ]),
  ...forEach('no', ['TN', 'TX', 'WY']),
}

function forEach<Word extends string>(word: Word, states: readonly string[]): Record<string, Word> {
  return Object.fromEntries(states.map((state) => [state, word]))
}

/** The name of a state as a title needs it: 'Texas'; in Portuguese 'no Texas'. */
export function stateInTitle(language: Language, { state, name }: { state: string; name: string }) {
  return language === 'pt' ? `${PORTUGUESE_IN[state] ?? 'em'} ${name}` : name
}
