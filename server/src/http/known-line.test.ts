// rule: log-lines
import { pino } from 'pino'
import type { LoggerOptions } from 'pino'
import { expect, test } from 'vitest'
import { logRequest } from '#server/compose.ts'
import { requestLogger } from './known-line.ts'

const FACTS = { reqId: '0b', statusCode: 304, ms: 12, address: '2001:db8::1' }
const URL = '/api/cities/tx/a"b\\c?page=…'

/** The lines of a request as pino writes them, and as they are written of a known address. */
function bothLines(options: LoggerOptions, facts: typeof FACTS | Record<string, unknown>) {
  const lines: string[] = []
  const timestamp = () => ',"time":1764201600000'
  const serializers = { req: logRequest }
  const log = pino(
    { timestamp, serializers, ...options },
    { write: (line) => void lines.push(line) },
  )
  log.child({ req: { method: 'GET', url: URL } }).info(facts)
  requestLogger(log, URL)(facts as typeof FACTS)
  return lines
}

test.each<[string, LoggerOptions]>([
  ['as it is', {}],
  ['with names for levels', { formatters: { level: (level) => ({ level }) } }],
  ['with another end of line', { crlf: true }],
  ['that hides addresses', { redact: ['address'] }],
  ['with a serializer of addresses', { serializers: { req: logRequest, address: () => 'hidden' } }],
  ['with facts of its own', { mixin: () => ({ trace: 'a' }) }],
])('a log %s gets the same bytes for a known address', (_how, options) => {
  for (const facts of [FACTS, { ...FACTS, address: undefined }]) {
    const [line, known] = bothLines(options, facts)
    expect(known).toBe(line)
    expect(JSON.parse(line!)).toMatchObject({ reqId: '0b', statusCode: 304, ms: 12 })
  }
})

test('a log of another level gets no line', () => {
  expect(bothLines({ level: 'warn' }, FACTS)).toEqual([])
})

test('every stream of a log gets the line, also one that wants its level', () => {
  const lines: string[][] = [[], []]
  const streams = lines.map((list) => ({
    level: 'info' as const,
    stream: { write: (line: string) => void list.push(line) },
  }))
  requestLogger(pino({}, pino.multistream(streams)), '/api/cities')(FACTS)
  expect(lines[0]).toHaveLength(1)
  expect(lines[1]).toEqual(lines[0])
})
