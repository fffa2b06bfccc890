import type { Config } from '#server/config.ts'
import { demoOperatorLines } from './console/demo-operators.ts'
import { demoPeopleLines } from './market/demo-people.ts'

/** The lines that the start prints: who can sign in. There are no operators of the demo world in production. */
export function demoLines({ production }: Pick<Config, 'production'>): string[] {
  return [...demoPeopleLines(), ...(production ? [] : demoOperatorLines())]
}
