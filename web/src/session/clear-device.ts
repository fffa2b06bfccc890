import { endDevicePush } from './push-subscription.ts'
import { deleteUserFiles } from './user-files.ts'

/**
 * Removes what this browser holds of the user who logged out: the push subscription, and files they chose and did not
 * send.
 */
export async function clearDevice(): Promise<void> {
  await Promise.allSettled([endDevicePush(), deleteUserFiles()])
}
