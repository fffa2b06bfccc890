import { spawnSync } from 'node:child_process'
import { report } from './sources.ts'
import { longSubjectsOf } from './long-subjects.ts'

const COMMITS = 50

// Without Git, in a copy without its history, or with a part of it only, there is nothing to check.
if (git('rev-parse', '--is-shallow-repository').trim() === 'false') {
  report(longSubjectsOf(git('log', `-${COMMITS}`, '--no-merges', '--format=%h %s')))
}

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout : ''
}
