// rule: photos
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { expect, test } from 'vitest'
import type { PictureRequest, PictureResult } from './picture-process.ts'
import type { WorkerAnswer } from './worker-requests.ts'

test.runIf(process.platform === 'linux')(
  'every thread of the picture process has the lowest priority',
  async () => {
    const child = fork(new URL('./picture-process.ts', import.meta.url), {
      serialization: 'advanced',
    })
    try {
      child.send({ make: import.meta.filename } satisfies PictureRequest)
      const [answer] = (await once(child, 'message')) as [WorkerAnswer<PictureResult>]
      expect(answer.response).toEqual({ refusal: 'image_unreadable' })
      const threads = await readdir(`/proc/${child.pid}/task`)
      const nice = await Promise.all(threads.map((thread) => niceOf(`${child.pid}/task/${thread}`)))
      expect(new Set(nice)).toEqual(new Set([constants.priority.PRIORITY_LOW]))
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  },
)

async function niceOf(thread: string): Promise<number> {
  const stat = await readFile(`/proc/${thread}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}
