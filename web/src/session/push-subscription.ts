/**
 * Ends the push subscription of this browser, so that a pending notification is not shown to the next user of the
 * device.
 */
export async function endDevicePush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
