import { pino } from 'pino'
import type { Logger } from 'pino'

/** What differs in the lines of requests to one address. A connection that is gone has no address. */
export type RequestFacts = {
  reqId: string
  statusCode: number
  ms: number
  address: string | undefined
}

type Compose = (facts: object, message: undefined, level: number, time: string) => string
type Composer = { [symbol: symbol]: unknown }

const SAMPLE: RequestFacts = { reqId: 'id', statusCode: 200, ms: 1, address: '::1' }
const LEVEL = pino.levels.values['info']!
const { asJsonSym, mixinSym } = pino.symbols

/**
 * Returns a function that writes the line of a request to this address. Only few values differ in these lines, so they
 * are put into the same text each time, which costs a microsecond less than composing it. Pino does all else, and
 * composes the lines too if a first one would be another. Options that decide by value (`formatters.log`,
 * `hooks.logMethod`) are not noticed; our log has none. rule: log-lines
 */
export function requestLogger(log: Logger, url: string): (facts: RequestFacts) => void {
  const req = { method: 'GET', url }
  const child = log.child({ req }, { serializers: { req: () => req } })
  const composer = child as unknown as Composer
  const byPino = (composer[asJsonSym] as Compose).bind(child)
  const [start = '', rest = ''] = byPino({}, undefined, LEVEL, '\n').split('\n', 2)
  const fixed = rest.replace(/\}$/, '')
  const compose = ({ reqId, statusCode, ms, address }: RequestFacts, time: string) =>
    `${start}${time}${fixed},"reqId":"${reqId}","statusCode":${statusCode},"ms":${ms},"address":"${address}"}\n`
  const isSame = compose(SAMPLE, '0') === byPino(SAMPLE, undefined, LEVEL, '0')
  if (isSame && !composer[mixinSym])
    composer[asJsonSym] = (facts: RequestFacts, message: undefined, level: number, time: string) =>
      facts.address === undefined ? byPino(facts, message, level, time) : compose(facts, time)
  return (facts) => child.info(facts)
}
