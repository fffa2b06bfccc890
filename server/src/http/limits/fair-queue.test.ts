// rule: admission
import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'
import type { Place } from './fair-queue.ts'

const LONG_MS = 60_000

/** Asks for places and notes who got one and who was refused, by the name with which they asked. */
class Callers {
  readonly served: string[] = []
  readonly refused: string[] = []
  readonly #places: Place[] = []
  readonly #enter: ReturnType<typeof fairQueue>

  constructor(places: number, waitingMax: number) {
    this.#enter = fairQueue({ places, waitingMax, waitMsMax: LONG_MS })
  }

  async ask(id: string, { isStranger = false, times = 1 } = {}): Promise<void> {
    const enter = async () => {
      const place = await this.#enter({ id, isStranger })
      ;(place ? this.served : this.refused).push(id)
      if (place) this.#places.push(place)
    }
    for (let time = 0; time < times; time++) void enter()
    await settled()
  }

  /** The one who has been served longest goes. */
  async leave(times = 1): Promise<void> {
    for (let time = 0; time < times; time++) {
      this.#places.shift()!.leave()
      await settled()
    }
  }
}

/** After all promises that can be resolved by now. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const STRANGER = { isStranger: true }

test('eighty requests of one account leave places to visitors at once, and the account uses what is free', async () => {
  const callers = new Callers(20, 400)
  await callers.ask('account', { times: 80 })
  expect(callers.served).toHaveLength(15)
  for (const visitor of ['ana', 'bea', 'cleo']) await callers.ask(visitor, STRANGER)
  expect(callers.served.slice(15)).toEqual(['ana', 'bea', 'cleo'])
})

test.each([50, 200])('%i different people who press at once are all served', async (people) => {
  const callers = new Callers(20, 400)
  for (let person = 0; person < people; person++) await callers.ask(`person ${person}`)
  await callers.leave(people - 20)
  expect([callers.served.length, callers.refused]).toEqual([people, []])
})

test('callers take turns: the first of each comes before the second of any', async () => {
  const callers = new Callers(1, 10)
  await callers.ask('a', { times: 4 })
  await callers.ask('b', { times: 2 })
  await callers.ask('c')
  await callers.leave(6)
  expect(callers.served.join('')).toBe('acbabaa')
})

test('accounts come before strangers, and every fifth place goes to a stranger', async () => {
  const callers = new Callers(1, 100)
  await callers.ask('first')
  await callers.ask('stranger', STRANGER)
  for (let person = 0; person < 20; person++) await callers.ask(`person ${person}`)
  await callers.leave(12)
  expect(callers.served.indexOf('stranger')).toBe(5)
})

test('in a full queue whoever would come last is refused: a stranger before an account, the oldest of equals', async () => {
  const callers = new Callers(1, 3)
  await callers.ask('first')
  await callers.ask('person')
  for (const name of ['ana', 'bea', 'cleo']) await callers.ask(name, STRANGER)
  expect(callers.refused).toEqual(['ana'])
  await callers.ask('other person')
  expect(callers.refused).toEqual(['ana', 'bea'])
  await callers.leave(3)
  expect(callers.served).toEqual(['first', 'other person', 'person', 'cleo'])
})

test('strangers keep a fifth of the queue and every fifth place, however many accounts come', async () => {
  const callers = new Callers(1, 20)
  await callers.ask('first')
  for (let person = 0; person < 25; person++) await callers.ask(`person ${person}`)
  for (const name of ['ana', 'bea', 'cleo', 'dora', 'eva']) await callers.ask(name, STRANGER)
  for (let person = 25; person < 50; person++) await callers.ask(`person ${person}`)
  expect(callers.refused).toHaveLength(35)
  await callers.leave(10)
  expect([callers.served[5], callers.served[10]]).toEqual(['eva', 'dora'])
})

test('an account that fills the queue makes room for strangers', async () => {
  const callers = new Callers(1, 40)
  await callers.ask('flood', { times: 60 })
  expect([callers.served.length, callers.refused.length]).toEqual([1, 19])
  for (const stranger of ['ana', 'bea']) await callers.ask(stranger, STRANGER)
  expect(callers.refused).toHaveLength(21)
  expect(new Set(callers.refused)).toEqual(new Set(['flood']))
  await callers.leave(20)
  expect(callers.served).toEqual(expect.arrayContaining(['ana', 'bea']))
})

const PERSON = { id: 'person', isStranger: false }

test('whoever has waited too long is refused, but one who had a place before goes on at once', async () => {
  const enter = fairQueue({ places: 1, waitingMax: 10, waitMsMax: 20 })
  const before = (await enter(PERSON))!
  before.pause()
  const other = (await enter({ id: 'a', isStranger: true }))!
  expect(await enter(PERSON)).toBeUndefined()
  before.resume()
  other.leave()
  other.leave()
  expect(await enter(PERSON)).toBeUndefined()
  before.leave()
  expect(await enter(PERSON)).toBeDefined()
})

test('a request that waits for two things at once has one place afterwards, and none once it has ended', async () => {
  const enter = fairQueue({ places: 1, waitingMax: 10, waitMsMax: 20 })
  const place = (await enter(PERSON))!
  place.pause()
  place.pause()
  place.resume()
  const other = (await enter(PERSON))!
  place.resume()
  other.leave()
  expect(await enter(PERSON)).toBeUndefined()
  place.pause()
  place.leave()
  place.resume()
  expect(await enter(PERSON)).toBeDefined()
})
