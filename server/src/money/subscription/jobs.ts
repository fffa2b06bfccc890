import { defineJob } from '#server/queue/define-job.ts'
import { expireCheckout } from '../payments/checkout.ts'
import { endApprovals } from '../refunds/decide-approval.ts'
import { retryProviderTasks } from '../payments/provider-tasks.ts'
import { deleteCustomer, endSubscription, refundPayment } from '../refunds/refunds.ts'
import { renewSubscriptions } from './renewals.ts'
import { returnDueCredits } from '../leads/return-credits.ts'

export const BILLING_JOBS = [
  defineJob({ name: 'end-approvals', lane: 'other', every: '7 * * * *', run: endApprovals }),
  defineJob({ name: 'refund-payment', lane: 'money', run: refundPayment }),
  defineJob({ name: 'end-subscription', lane: 'money', run: endSubscription }),
  defineJob({ name: 'delete-customer', lane: 'provider', run: deleteCustomer }),
  defineJob({ name: 'expire-checkout', lane: 'provider', run: expireCheckout }),
  defineJob({ name: 'return-leads', lane: 'money', every: '* * * * *', run: returnDueCredits }),
  defineJob({ name: 'renewals', lane: 'money', every: '*/10 * * * *', run: renewSubscriptions }),
  defineJob({
    name: 'retry-provider-tasks',
    lane: 'provider',
    every: '37 * * * *',
    run: retryProviderTasks,
  }),
]
