import { endDevicePush } from '#web/features/notices/device-push.ts'
import { deleteUserFiles } from './user-files.ts'

/** Ends what only this browser has of the one who was here: pushes, and files that she chose and did not send. */
export async function clearDevice(): Promise<void> {
  await Promise.allSettled([endDevicePush(), deleteUserFiles()])
}
