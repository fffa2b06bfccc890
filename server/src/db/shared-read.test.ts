// rule: database-lost
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SharedRead } from './shared-read.ts'

test('who asks at one moment shares a statement, which begins after all have asked', async () => {
  const statements: number[][] = []
  const reader = new SharedRead<number, number>(async (asked) => {
    statements.push(asked)
    return asked.map((number) => number * 2)
  })
  const answers = Promise.all([reader.read(1), reader.read(2), reader.read(3)])
  expect(statements).toEqual([])
  expect(await answers).toEqual([2, 4, 6])
  expect(statements).toEqual([[1, 2, 3]])
})

test('who asks in the next turn shares it too, but nobody waits for ever', async () => {
  const statements: number[][] = []
  const reader = new SharedRead<number, number>(async (asked) => {
    statements.push(asked)
    return asked
  })
  const answers = []
  for (let turn = 0; turn < 20; turn++) {
    answers.push(reader.read(turn))
    await endOfTurn()
    await endOfTurn()
  }
  await Promise.all(answers)
  expect(statements[0]!.length).toBeGreaterThan(1)
  expect(statements.length).toBeGreaterThan(1)
})

test('a statement without an answer holds up nobody who asks later', async () => {
  let lost = 0
  const reader = new SharedRead<string, string>((asked) => {
    if (!asked.includes('lost')) return Promise.resolve(asked)
    lost += 1
    return new Promise(() => {})
  })
  void reader.read('lost')
  await expect.poll(() => lost).toBe(1)
  expect(await Promise.all([reader.read('one'), reader.read('two')])).toEqual(['one', 'two'])
})
