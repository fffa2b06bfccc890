import { standBack } from '../../media/stand-back.ts'
import type { ShareCard } from './share-card.ts'
import { makeSharePicture } from './share-recipe.ts'

/** What this process is asked, one at a time; it answers the picture as JPEG, or null for what it cannot draw. */
export type ShareOrder = { card: ShareCard; photo: Uint8Array | undefined }

// Whoever waits for a page goes first: a picture is asked for by machines.
standBack()
process.on('message', ({ card, photo }: ShareOrder) => {
  makeSharePicture(card, photo).then(
    (picture) => process.send?.(picture),
    () => process.send?.(null),
  )
})
process.once('disconnect', () => process.exit())
