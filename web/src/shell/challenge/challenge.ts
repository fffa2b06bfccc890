import type { SolvedChallenge } from '#contract/challenge.ts'
import { CHALLENGE_HEADER, CHALLENGE_OFFER_HEADER } from '#contract/browser-names.ts'
import type { I18n } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/states/toast-store.ts'

type Solution = SolvedChallenge['solution']
type Languages = Pick<I18n, 'translatorFor'>

/**
 * Solves the challenge that the answer 429 of a request brings, and sends the request again with the solution, once.
 * Without a challenge, or if it cannot be solved, the answer stays. rule: challenge
 */
export async function sendSolved(
  refused: Response,
  path: string,
  init: RequestInit,
  i18n: Languages,
  solve: (challenge: unknown) => Promise<Solution | null> = solveInWorker,
): Promise<Response> {
  try {
    const { challenge } = (await refused.clone().json()) as { challenge?: unknown }
    const solution = challenge && (await withToast(i18n, () => solve(challenge)))
    if (!solution) return refused
    return await sendWith({ challenge, solution }, path, init)
  } catch {
    return refused
  }
}

/**
 * Solves the challenge that an answer offers, and sends its request again with the solution. Nobody waits for it. Only
 * a request with an Idempotency-Key can be sent again. rule: screened-contacts
 */
export async function solveOffered(
  answer: Response,
  path: string,
  init: RequestInit,
  solve: (challenge: unknown) => Promise<Solution | null> = solveInWorker,
): Promise<void> {
  try {
    const offered = answer.headers.get(CHALLENGE_OFFER_HEADER)
    if (!offered || !new Headers(init.headers).has('idempotency-key')) return
    const challenge: unknown = JSON.parse(atob(offered))
    const solution = await solve(challenge)
    if (solution) await sendWith({ challenge, solution }, path, init)
  } catch {
    // The server releases it later without a solution.
  }
}

function sendWith(solved: unknown, path: string, init: RequestInit): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string>) }
  return fetch(path, {
    ...init,
    headers: { ...headers, [CHALLENGE_HEADER]: btoa(JSON.stringify(solved)) },
  })
}

/** Shows during `work` a toast that it takes a moment. Nobody has to press anything. */
async function withToast<Result>(i18n: Languages, work: () => Promise<Result>): Promise<Result> {
  const shown = toast.lasting('plain', i18n.translatorFor('loading')('one_moment'))
  try {
    return await work()
  } finally {
    toast.dismiss(shown)
  }
}

/** Solves a challenge in a worker thread. Returns null if that takes too long. */
async function solveInWorker(challenge: unknown): Promise<Solution | null> {
  const worker = new Worker(new URL('./challenge-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('The challenge was not solved.')))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker has no origin of its own.
      worker.postMessage(challenge)
    })
  } finally {
    worker.terminate()
  }
}
