// rule: problem-moves
import { expect, test } from 'vitest'
import { movesOfSide, PROBLEM_STATES, stateAfter } from './problem-rules.ts'
import type { ProblemKind, ProblemMove, ProblemMover } from './problem-rules.ts'

const MOVES: ProblemMove[] = [
  'accept',
  'dispute',
  'answer',
  'reclean',
  'solved',
  'not_solved',
  'withdrawn',
  'decide',
  'expire',
  'contradict',
  'reclean_cancelled_by_client',
  'reclean_cancelled_by_professional',
]
const MOVERS: ProblemMover[] = ['author', 'other', 'clock', 'operator']

/** Every move of every mover in every state, as 'from: mover move → to'. */
function tableOf(kind: ProblemKind): string[] {
  return PROBLEM_STATES.flatMap((state) =>
    MOVERS.flatMap((by) =>
      MOVES.flatMap((move) => {
        const to = stateAfter({ kind, state }, move, by)
        return to ? [`${state}: ${by} ${move} → ${to}`] : []
      }),
    ),
  )
}

test('a no-show stands, is disputed, withdrawn or decided, and nothing else', () => {
  expect(tableOf('no_show').filter((row) => !/^(answered|reclean_booked)/.test(row))).toEqual([
    'open: author withdrawn → withdrawn',
    'open: other accept → stands',
    'open: other dispute → disputed',
    'open: clock expire → stands',
    'open: clock contradict → disputed',
    'disputed: other dispute → disputed',
    'disputed: operator decide → decided',
  ])
})

test.each(['missed_task', 'quality', 'late', 'damage', 'other'] as const)(
  'a problem of kind %s is answered, solved, disputed, withdrawn or decided, and nothing else',
  (kind) => {
    expect(tableOf(kind)).toEqual([
      'open: author withdrawn → withdrawn',
      'open: other answer → answered',
      'open: clock expire → disputed',
      'answered: author reclean → reclean_booked',
      'answered: author solved → solved',
      'answered: author not_solved → disputed',
      'answered: author withdrawn → withdrawn',
      'answered: clock expire → solved',
      'reclean_booked: author solved → solved',
      'reclean_booked: author not_solved → disputed',
      'reclean_booked: clock expire → solved',
      'reclean_booked: clock reclean_cancelled_by_client → answered',
      'reclean_booked: clock reclean_cancelled_by_professional → disputed',
      'disputed: operator decide → decided',
    ])
  },
)

test('a side sees its own moves', () => {
  const problem = { kind: 'quality', state: 'answered', by: 'client' } as const
  expect(movesOfSide(problem, 'client')).toEqual(['reclean', 'solved', 'not_solved', 'withdrawn'])
  expect(movesOfSide(problem, 'professional')).toEqual([])
})
