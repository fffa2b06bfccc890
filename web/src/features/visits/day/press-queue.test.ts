// rule: press-queue, visit-stages, visit-photos, settle-hours
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import type { Visit } from '#contract/visits/visits.ts'
import { choosePhotos } from '../work/choose-photos.ts'
import { pressTimes, pressedNow } from '#web/features/bookings/one/press-age.ts'
import { pressQueue } from './press-queue.ts'
import type { StagePress } from './press-queue.ts'
import { sendPresses } from './send-presses.ts'
import { latestStage, undoing } from './use-presses.ts'
import { workedMinutes } from '../work/worked-minutes.ts'

type Sent = {
  name: string
  input: { params?: { id: string }; idempotencyKey?: string; body?: Record<string, unknown> }
}

const HOUR_MS = 3_600_000
const VISIT = 'visit-1'
let sent: Sent[]
/** The server's answers to the next presses: an error fails the press. Later presses are accepted. */
let answers: (Error | Promise<unknown>)[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  sent = []
  answers = []
  pressQueue.loadFor('grace')
  const call = async (name: string, input: Sent['input']) => {
    sent.push({ name, input })
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    await answer
    return { visit: {} }
  }
  const api = { call } as unknown as Api
  const queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })
  stop = sendPresses({ api, queryClient, i18n: { language: 'en' }, userId: 'grace' })
})
afterEach(() => {
  stop()
  for (const { key } of pressQueue.current()) pressQueue.remove(key)
  pressQueue.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const refusal = (
  status: number,
  code: 'overloaded' | 'too_many_requests' | 'stage_order' | 'unexpected',
) => new Refusal(status, { code, detail: code })
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const names = () => sent.map(({ name }) => name.split(' ')[0])

test('without an answer, with 503 and with 429 a press waits, and goes again with the same key', async () => {
  answers = [new Error('offline'), refusal(503, 'overloaded'), refusal(429, 'too_many_requests')]
  pressQueue.add({ booking: VISIT, stage: 'arrived' })
  await settle(20_000)
  expect(sent).toHaveLength(4)
  expect(new Set(sent.map(({ input }) => input.idempotencyKey)).size).toBe(1)
  expect(new Set(sent.map(({ input }) => input.body?.pressed_at)).size).toBe(1)
  expect(pressQueue.current()).toEqual([])
})

test('a press before the queue is loaded waits behind the stored ones', () => {
  stop()
  pressQueue.close()
  pressQueue.add({ booking: VISIT, stage: 'arrived' })
  pressQueue.loadFor('grace')
  expect(pressQueue.current()).toMatchObject([{ booking: VISIT, stage: 'arrived' }])
})

test('while a press of one visit waits to be sent again, those of the next visit go', async () => {
  answers = [refusal(503, 'overloaded'), new Error('offline')]
  pressQueue.add({ booking: VISIT, stage: 'arrived' })
  await settle()
  pressQueue.add({ booking: VISIT, stage: 'started' })
  pressQueue.add({ booking: 'visit-2', stage: 'on_my_way' })
  await settle()
  pressQueue.add({ booking: 'visit-3', stage: 'on_my_way' })
  await settle()
  expect(sent.map(({ input }) => input.params?.id)).toEqual([VISIT, 'visit-2', 'visit-3'])
  await settle(2000)
  const stages = sent.slice(3).map(({ input }) => input.body?.stage)
  expect(new Set(stages)).toEqual(new Set(['arrived', 'started', 'on_my_way']))
  expect(stages.indexOf('arrived')).toBeLessThan(stages.indexOf('started'))
  expect(pressQueue.current()).toEqual([])
})

test('a press at which the server fails goes again by itself, and is refused after the fifth time', async () => {
  answers = [refusal(500, 'unexpected')]
  pressQueue.add({ booking: VISIT, stage: 'arrived' })
  await settle(2000)
  expect(sent).toHaveLength(2)
  expect(pressQueue.current()).toEqual([])
  answers = Array.from({ length: 6 }, () => refusal(500, 'unexpected'))
  pressQueue.add({ booking: VISIT, stage: 'started' })
  await settle(60_000)
  expect(sent).toHaveLength(8)
  expect(pressQueue.current()).toMatchObject([{ refused: 'unexpected' }])
})

test('Undo of a press that is on its way is sent after it; of one that was never sent, it only leaves the queue', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answers = [promise]
  pressQueue.add({ booking: VISIT, stage: 'on_my_way' })
  pressQueue.add({ booking: VISIT, stage: 'arrived' })
  await settle()
  for (const press of pressQueue.current().toReversed()) {
    if ('stage' in press) pressQueue.takeBack(press)
  }
  expect(pressQueue.current()).toMatchObject([{ undo: 'on_my_way' }])
  resolve()
  await settle()
  expect(names()).toEqual(['POST', 'DELETE'])
  expect(pressQueue.current()).toEqual([])
})

test('a refused press stops those of its visit alone, until Retry or Delete', async () => {
  answers = [refusal(409, 'stage_order')]
  pressQueue.add({ booking: VISIT, stage: 'arrived' })
  await settle()
  pressQueue.add({ booking: VISIT, item: 'floors', state: 'done' })
  pressQueue.add({ booking: 'visit-2', stage: 'on_my_way' })
  await settle()
  expect(names()).toEqual(['POST', 'POST'])
  const waiting = pressQueue.current()
  expect(waiting).toMatchObject([{ refused: 'stage_order' }, { item: 'floors' }])
  pressQueue.retry(waiting[0]!.key)
  await settle()
  expect(names()).toEqual(['POST', 'POST', 'POST', 'PUT'])
})

test('the age of a press survives a clock that is corrected, and a page that sleeps', () => {
  const press = pressedNow({ clock: 100 * HOUR_MS, run: 1, tick: 0 })
  const age = (clock: number, tick: number, run = 1) => {
    const times = pressTimes(press, { clock: clock * HOUR_MS, run, tick: tick * HOUR_MS })
    return (Date.parse(times.sent_at) - Date.parse(times.pressed_at)) / HOUR_MS
  }
  expect(age(101, 1)).toBe(1)
  // The page slept.
  expect(age(102, 0.5)).toBe(2)
  // The clock was three days ahead, or four behind.
  expect(age(100 - 71, 1)).toBe(1)
  expect(age(100 + 97, 1)).toBe(1)
  // Another page has the clock alone. What is too old for the server is for it to refuse.
  expect(age(100 - 71, 0, 2)).toBe(0)
  expect(age(100 + 71, 0, 2)).toBe(71)
  expect(age(100 + 73, 0, 2)).toBe(73)
  expect(age(100 + 73, 73)).toBe(73)
})

const visitAt = (stage: Visit['stage']) =>
  ({ stage, stages: stage ? [{ stage }] : [], may: stage ? ['undo'] : [] }) as unknown as Visit
const stagePress = (press: Partial<StagePress> & Pick<StagePress, 'stage'>): StagePress => ({
  key: 'key',
  booking: VISIT,
  ...pressedNow(),
  ...press,
})

test('Undo after a change of the ETA takes that change back, never the stage', () => {
  const onTheWay = visitAt('on_my_way')
  expect(undoing(onTheWay, [])).toEqual({ stage: 'on_my_way' })
  const changed = stagePress({ stage: 'on_my_way', eta: 30 })
  const tried = { ...changed, tried: true } as const
  expect(undoing(onTheWay, [changed], { from: 20 })).toEqual({ etaChange: { press: changed } })
  expect(undoing(onTheWay, [tried], { from: 20 })).toEqual({ etaChange: { eta: 20 } })
  expect(undoing(onTheWay, [], { from: 20 })).toEqual({ etaChange: { eta: 20 } })
  expect(undoing(onTheWay, [], {})).toBeUndefined()
  // The change was taken back while the stage itself still waits.
  expect(undoing(visitAt(null), [stagePress({ stage: 'on_my_way' })], {})).toBeUndefined()
  // A browser that stores nothing forgets the minutes before.
  expect(undoing(onTheWay, [tried])).toBeUndefined()
  expect(undoing(visitAt('arrived'), [], { from: 20 })).toEqual({ stage: 'arrived' })
  expect(undoing(visitAt(null), [tried])).toEqual({ press: tried })
  // Another device changed the ETA, or took its change back.
  const changedTo = (eta_before: number | null) =>
    ({ ...onTheWay, stages: [{ stage: 'on_my_way', eta_before }] }) as Visit
  expect(undoing(changedTo(15), [])).toEqual({ etaChange: { eta: 15 } })
  expect(undoing(changedTo(15), [], { from: 20 })).toEqual({ etaChange: { eta: 15 } })
  expect(undoing(changedTo(15), [tried], { from: 20 })).toEqual({ etaChange: { eta: 20 } })
  expect(undoing(changedTo(null), [])).toBeUndefined()
})

test('Undo after a change of the ETA survives a reload, and pressed again it never takes the stage back', async () => {
  vi.stubGlobal('localStorage', sessionStorage)
  sessionStorage.clear()
  const onTheWay = visitAt('on_my_way')
  const now = () => {
    const presses = pressQueue.current().filter((press) => 'stage' in press)
    return undoing(onTheWay, presses, pressQueue.currentEtaChanges()[0])
  }
  const reload = () => {
    pressQueue.close()
    pressQueue.loadFor('grace')
  }
  pressQueue.changeEta(VISIT, 30, 20)
  const press = pressQueue.current().find((one) => 'stage' in one)!
  await settle()
  // The press was confirmed between the drawing of the button and its press.
  pressQueue.undoEta(VISIT, { press })
  expect(now()).toEqual({ etaChange: { eta: 20 } })
  reload()
  expect(now()).toEqual({ etaChange: { eta: 20 } })
  pressQueue.undoEta(VISIT, { eta: 20 })
  await settle()
  expect(sent.map(({ input }) => input.body?.eta_minutes)).toEqual([30, 20])
  reload()
  expect(now()).toBeUndefined()
  pressQueue.changeEta(VISIT, 45, undefined)
  await settle()
  reload()
  expect(now()).toBeUndefined()
  expect(names()).toEqual(['POST', 'POST', 'POST'])
  // The next stage ends it: then that one is taken back, and after it the way.
  pressQueue.add({ booking: VISIT, stage: 'arrived' })
  await settle()
  expect(now()).toEqual({ stage: 'on_my_way' })
})

test('a refused press is no stage that was reached', () => {
  const refused = stagePress({ stage: 'arrived', refused: 'stage_order' })
  expect(latestStage(visitAt('on_my_way'), [refused])).toBe('on_my_way')
})

test('photos that the server would refuse never enter the queue: over 5 MB, or more than there is room for', () => {
  const [small, large] = [{ size: 5_242_880 }, { size: 5_242_881 }]
  expect(choosePhotos([large, small], 20)).toEqual({
    photos: [small],
    problems: ['message_image_too_large'],
  })
  expect(choosePhotos([small, small, large, small], 2)).toEqual({
    photos: [small, small],
    problems: ['message_image_too_large', 'photos_full'],
  })
  expect(choosePhotos([small], 1)).toEqual({ photos: [small], problems: [] })
})

test('the time worked is not guessed from a phone whose clock is far from the times of the server', () => {
  const starts_at = '2026-12-01T15:00:00.000Z'
  const started = { stage: 'started', at: '2026-12-01T15:10:00.000Z' } as Visit['stages'][number]
  const after = (hours: number) => new Date(Date.parse(started.at) + hours * HOUR_MS)
  expect(workedMinutes({ starts_at, stages: [started] }, [], after(2))).toBe(120)
  expect(workedMinutes({ starts_at, stages: [started] }, [], after(72))).toBeUndefined()
  expect(workedMinutes({ starts_at, stages: [started] }, [], after(-72))).toBeUndefined()
  expect(workedMinutes({ starts_at, stages: [] }, [], after(72))).toBeUndefined()
  // While a press waits, its two times are those of the phone.
  vi.setSystemTime(after(72))
  const waiting = stagePress({ stage: 'started' })
  vi.setSystemTime(after(74))
  expect(workedMinutes({ starts_at, stages: [] }, [waiting], after(74))).toBe(120)
})
