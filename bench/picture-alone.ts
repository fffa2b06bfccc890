import { giveWay } from '#server/features/media/give-way.ts'
import { makePicture } from '#server/features/media/picture-recipe.ts'

/** A process that makes the picture at a path whenever it is told one, as modest as the house's own, and answers in how many milliseconds. */
giveWay()
process.on('message', (path: string) => void answer(path))
process.once('disconnect', () => process.exit())

async function answer(path: string): Promise<void> {
  const begun = performance.now()
  await makePicture(path)
  process.send?.(performance.now() - begun)
}
