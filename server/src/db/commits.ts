import { AsyncLocalStorage } from 'node:async_hooks'

/** What a request has committed. */
type Commits = { any: boolean; areIgnored: boolean }

const ofRequest = new AsyncLocalStorage<Commits>()

/** Runs a request. The object that it gets tells afterwards whether the request has committed a transaction. */
export function trackCommits<Result>(run: (commits: Readonly<Commits>) => Result): Result {
  const commits = { any: false, areIgnored: false }
  return ofRequest.run(commits, () => run(commits))
}

export function noteCommit(): void {
  const commits = ofRequest.getStore()
  if (commits && !commits.areIgnored) commits.any = true
}

/** What this request commits from now on is nothing that its caller has written. */
export function ignoreCommits(): void {
  const commits = ofRequest.getStore()
  if (commits) commits.areIgnored = true
}
