import { defineJob } from '#server/queue/define-job.ts'
import { adoptStoredPictures } from './picture-storage.ts'
import { deleteUnusedPicture } from './unused-pictures.ts'

export const PROFESSIONAL_JOBS = [
  defineJob({ name: 'forget-picture', lane: 'pictures', run: deleteUnusedPicture }),
  defineJob({ name: 'adopt-pictures', lane: 'pictures', run: adoptStoredPictures }),
]
