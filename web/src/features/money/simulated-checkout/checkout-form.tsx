import { useState } from 'react'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageBox } from '#web/ui/states/message-box.tsx'
import { useSettleCheckout } from './simulated-checkout.api.ts'
import type { SettleCheckout, SimulatedCheckout } from './simulated-checkout.api.ts'

/** The test cards, with the request that each one sends. rule: simulated-payments */
const CARDS = {
  works: { outcome: 'paid' },
  fails_later: { outcome: 'paid', renewals: 'declined' },
  declined: { outcome: 'declined' },
} as const satisfies Record<string, SettleCheckout>

type Card = keyof typeof CARDS

/** A single lead never renews. */
function cardsFor(kind: 'subscription' | 'lead'): Card[] {
  return kind === 'subscription' ? ['works', 'fails_later', 'declined'] : ['works', 'declined']
}

/** The choice of a card, with buttons to pay and to cancel. */
export function CheckoutForm({ checkout }: { checkout: SimulatedCheckout }) {
  const { t } = useTranslation('checkout')
  const { money } = useFormat()
  const refusalText = useRefusalText()
  const [card, setCard] = useState<Card>('works')
  const settle = useSettleCheckout(checkout.id)
  const isLeaving = settle.isPending && settle.variables.outcome === 'cancelled'
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        settle.mutate(CARDS[card])
      }}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium">{t('which_card')}</legend>
        {cardsFor(checkout.kind).map((one) => (
          <CardChoice key={one} card={one} isChosen={one === card} onChoose={setCard} />
        ))}
      </fieldset>
      {settle.isDeclined && !settle.isPending && (
        <MessageBox tone="problem">{t('declined')}</MessageBox>
      )}
      {settle.error && <MessageBox tone="problem">{refusalText(settle.error)}</MessageBox>}
      <div className="flex flex-col gap-3">
        <Button
          type="submit"
          wide
          busy={settle.isPending && !isLeaving}
          disabled={settle.isPending}
        >
          {t('pay', { price: money(checkout.amount) })}
        </Button>
        <Button
          look="quiet"
          wide
          busy={isLeaving}
          disabled={settle.isPending}
          onClick={() => settle.mutate({ outcome: 'cancelled' })}
        >
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

type CardChoiceProps = { card: Card; isChosen: boolean; onChoose: (card: Card) => void }

function CardChoice({ card, isChosen, onChoose }: CardChoiceProps) {
  const { t } = useTranslation('checkout')
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md border border-edge p-3.5 transition-colors hover:border-action has-checked:border-action has-checked:bg-mint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-action">
      <input
        type="radio"
        name="card"
        value={card}
        checked={isChosen}
        onChange={() => onChoose(card)}
        className="mt-0.5 size-5 shrink-0 accent-action"
      />
      <span className="flex flex-col font-semibold">
        {t(`cards.${card}`)}
        <span className="text-sm font-normal text-soft">{t(`cards.${card}_help`)}</span>
      </span>
    </label>
  )
}
