import { useTranslation } from '#web/i18n/use-translation.ts'
import { LEADS_PER_MONTH } from '#contract/money/money-rules.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import { useFormat } from '#web/i18n/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import type { SimulatedCheckout } from './simulated-checkout.api.ts'

/** The item, its price and the form to pay; on a closed page its result and a link back. rule: simulated-payments */
export function CheckoutCard({ checkout }: { checkout: SimulatedCheckout }) {
  const { t } = useTranslation('checkout')
  const { money } = useFormat()
  const { kind, amount, status } = checkout
  const isPaid = status === 'paid'
  return (
    <article className="card flex flex-col gap-6 p-5 md:p-7">
      <header className="flex flex-col gap-1">
        <h2 className="text-lg font-medium">{t(`items.${kind}`, { product: PRODUCT_NAME })}</h2>
        <p className="tabular font-display text-3xl font-semibold">
          {t(`prices.${kind}`, { price: money(amount) })}
        </p>
        <p className="text-soft">{t(`about.${kind}`, { leads: LEADS_PER_MONTH })}</p>
      </header>
      {status === 'open' ? (
        <CheckoutForm checkout={checkout} />
      ) : (
        <>
          <MessageBox tone={isPaid ? 'success' : 'problem'}>{t(`over.${status}`)}</MessageBox>
          <ButtonLink href={pathOf(isPaid ? checkout.success_url : checkout.cancel_url)} wide>
            {t(isPaid ? 'go_on' : 'go_back')}
          </ButtonLink>
        </>
      )}
    </article>
  )
}

/** One of our addresses without its origin, for a link within the app. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
}
