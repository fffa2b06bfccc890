import { answerRequests } from '../worker-requests.ts'
import type { ShareCard } from './share-card.ts'
import { makeSharePicture } from './share-recipe.ts'

export type ShareRequest = { card: ShareCard; photo: Uint8Array | undefined }

/** Answers the picture as JPEG, or null when it cannot be drawn. */
answerRequests(({ card, photo }: ShareRequest) => makeSharePicture(card, photo).catch(() => null))
