import { createHash, createHmac, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyRequest } from 'fastify'
import { Challenge, SolvedChallenge } from '#contract/challenge.ts'
import { CHALLENGE_HEADER } from '#contract/browser-names.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import { asSolved } from './limit-scale.ts'
import { networkOf } from './rate-limits.ts'
import { Refusal } from '../calls/refusal.ts'

const CHALLENGE_MS = 5 * 60_000
const HEADER_LENGTH_MAX = 4000
/** Measured in docs/benchmarks/challenge.md: iterations of a key, and how many keys a browser derives. */
const COST = 10_000
const KEYS_MIN = 400
const KEYS_MAX = 600

export type Bound = { call: Pick<Endpoint, 'method' | 'path'>; request: FastifyRequest }

/**
 * Runs a call. If a limit refuses it, and a solution would help, the refusal brings a challenge. With a solved one the
 * call may use three times the limit, and then gets no other. rule: challenge
 */
export async function withChallenge<Answer>(
  context: Context,
  bound: Bound,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  if (await spendSolution(context, bound)) return asSolved(handle)
  try {
    return await handle()
  } catch (error) {
    if (error instanceof Refusal && error.status === 429 && (await isHelped(context, error)))
      error.challenge = await newChallenge(context, bound)
    throw error
  }
}

async function isHelped({ db }: Context, { isHelpedBySolution }: Refusal): Promise<boolean> {
  return typeof isHelpedBySolution === 'boolean' ? isHelpedBySolution : isHelpedBySolution(db)
}

/** A challenge for a call and a network. */
export async function newChallenge(context: Context, bound: Bound): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(KEYS_MIN, KEYS_MAX + 1),
    deriveKey,
    data: {
      bound_to: placeOf(context, bound),
      until: context.clock.now().getTime() + CHALLENGE_MS,
    },
    ...secretsOf(context),
  })
  return Challenge.parse(challenge)
}

/** Whether the request brings a right solution of a challenge for this call and network, which is used up then. */
async function spendSolution(context: Context, bound: Bound): Promise<boolean> {
  const solved = readSolution(bound.request)
  if (!solved) return false
  const { challenge, solution } = solved
  const { bound_to, until } = challenge.parameters.data
  if (bound_to !== placeOf(context, bound) || until <= context.clock.now().getTime()) return false
  const { verified } = await verifySolution({
    challenge,
    solution: { ...solution, time: 0 },
    deriveKey,
    ...secretsOf(context),
  })
  return verified && spend(context, challenge.signature, new Date(until))
}

/** False if it was used before. Of two requests at once with one solution, one gets true. */
async function spend({ db }: Context, signature: string, expires_at: Date): Promise<boolean> {
  const challenge_hash = createHash('sha256').update(signature).digest()
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('spent_challenges')
    .values({ challenge_hash, expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

function readSolution({ headers }: FastifyRequest): SolvedChallenge | undefined {
  const header = headers[CHALLENGE_HEADER]
  if (typeof header !== 'string' || header.length > HEADER_LENGTH_MAX) return undefined
  try {
    return SolvedChallenge.parse(JSON.parse(Buffer.from(header, 'base64').toString('utf8')))
  } catch {
    return undefined
  }
}

/** Names a call and a network, without telling the network. */
function placeOf(context: Context, { call, request }: Bound): string {
  const text = `${call.method} ${call.path} ${networkOf(request.ip)}`
  return keyOf(context, `place ${text}`).slice(0, 32)
}

function secretsOf(context: Context) {
  return {
    hmacSignatureSecret: keyOf(context, 'signature'),
    hmacKeySignatureSecret: keyOf(context, 'key'),
  }
}

function keyOf({ verificationKeys }: Pick<Context, 'verificationKeys'>, text: string): string {
  return createHmac('sha256', verificationKeys.hash).update(`challenge ${text}`).digest('hex')
}
