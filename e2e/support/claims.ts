import type { Page } from '@playwright/test'

type Claim = { id: string; measured: { value: number; sample: number } | null; enabled: boolean }

/** A claim of the product as the server judges it now. */
export async function claimNow(page: Page, id: string): Promise<Claim> {
  const { claims } = (await (await page.request.get('/api/claims')).json()) as { claims: Claim[] }
  return claims.find((claim) => claim.id === id)!
}
