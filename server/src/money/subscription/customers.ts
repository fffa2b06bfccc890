import type { Db } from '#server/db/db.ts'
import { orderAtProvider } from '../payments/provider-tasks.ts'

/**
 * Stores a customer that the provider made for a professional. If the account is deleted, has the customer erased
 * instead. rule: suspended-payer
 */
export async function saveCustomer(
  tx: Db,
  {
    ownerId,
    customerId,
    account,
    at,
  }: { ownerId: string; customerId: string; account: { isDeleted: boolean }; at: Date },
): Promise<void> {
  if (account.isDeleted) return eraseCustomer(tx, customerId, at)
  await tx
    .insertInto('provider_customers')
    .values({ id: customerId, professional_id: ownerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Has the customers of a deleted account erased at the provider. rule: suspended-payer */
export async function eraseCustomers(tx: Db, professionalId: string, at: Date): Promise<void> {
  const customers = await tx
    .deleteFrom('provider_customers')
    .where('professional_id', '=', professionalId)
    .returning('id')
    .execute()
  for (const { id } of customers) await eraseCustomer(tx, id, at)
}

async function eraseCustomer(tx: Db, customerId: string, at: Date): Promise<void> {
  await orderAtProvider(tx, { kind: 'delete-customer', subject: customerId }, at)
}
