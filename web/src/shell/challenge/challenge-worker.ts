import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from '#contract/challenge.ts'

const TIMEOUT_MS = 60_000

// A thread of its own, because deriving keys for a second would hold up the page. rule: challenge
self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solveChallenge({ challenge: data, deriveKey, timeout: TIMEOUT_MS })
    .catch(() => null)
    // A worker has one page to answer.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    .then((solution) => self.postMessage(solution))
})
