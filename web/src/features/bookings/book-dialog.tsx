import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { bookingTotalCents, cents, dollars } from '#contract/booking-price.ts'
import { DEFAULT_BOOKING_HOURS } from '#contract/product.ts'
import type { Frequency, ServiceType } from '#contract/product.ts'
import type { PublicProfessional } from '#contract/professionals.ts'
import type { User } from '#contract/identity.ts'
import { Refusal } from '#web/api/client.ts'
import type { Input } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useRefusalText } from '#web/api/refusal-text.ts'
import { useUser } from '#web/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { BookFooter } from './book-footer.tsx'
import { BookForm } from './book-form.tsx'
import { complaintsAbout, FIELD_ORDER, fieldOf, today } from './booking-fields.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { Booked, BookedActions } from './booked.tsx'
import { ClientsOnly } from './clients-only.tsx'
import { draftOf } from './draft.ts'
import type { BookingFields } from './draft.ts'
import { Sending } from './sending.tsx'

type BookDialogProps = {
  professional: PublicProfessional
  /** What the search already knew. */
  zip?: string
  frequency?: Frequency
  serviceType?: ServiceType
  onClose: () => void
}

/** 'Book Service' (client spec 2.9): open while rendered. Confirming closes the form and sends; what comes of it takes its place. */
export default function BookDialog(props: BookDialogProps) {
  const user = useUser()
  if (user?.role !== 'client') return <ClientsOnly visitor={!user} onClose={props.onClose} />
  return <Book key={user.id} client={user} {...props} />
}

type Request = Input<'POST /api/bookings'>['body']

function Book({ client, professional, onClose, ...wishes }: BookDialogProps & { client: User }) {
  const { t } = useTranslation('bookings')
  const { t: tErrors } = useTranslation('errors')
  const api = useApi()
  const queryClient = useQueryClient()
  const refusalText = useRefusalText()
  const formId = useId()
  const draft = draftOf(client.id, professional.user_id)
  const form = useForm<BookingFields>({
    defaultValues: { ...firstFields(professional, wishes), ...draft.fields() },
  })
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])

  const hours = Number(useWatch({ control: form.control, name: 'estimated_hours' }))
  const totalCents = bookingTotalCents(cents(professional.hourly_rate), hours)

  const booking = useMutation({
    mutationFn: (body: Request) =>
      api.call('POST /api/bookings', { body, idempotencyKey: draft.keyFor(body) }),
    onSuccess: async () => {
      draft.clear()
      if (!open.current) toast.success(t('booked.title'))
      await refreshQueries(queryClient, 'bookings')
    },
    onError: (error) => {
      if (error instanceof Refusal && error.status < 500) draft.answered()
      const field = error instanceof Refusal ? fieldOf(error.code) : undefined
      if (field) form.setError(field, { message: refusalText(error) })
      if (!open.current) toast.problem(t('book.failed'))
    },
  })
  const { isError, isPending, isSuccess } = booking
  useEffect(() => {
    const first = FIELD_ORDER.find((name) => form.getFieldState(name).error)
    if (isError && first) form.setFocus(first)
  }, [isError, form])

  const confirm = (fields: BookingFields) => {
    booking.reset()
    const complaints = complaintsAbout(fields, today())
    const wrong = FIELD_ORDER.filter((name) => complaints[name])
    for (const name of wrong) {
      const code = complaints[name]
      if (code) form.setError(name, { message: tErrors(code) })
    }
    if (wrong[0]) form.setFocus(wrong[0])
    else
      booking.mutate({
        ...fields,
        client_id: client.id,
        professional_id: professional.user_id,
        estimated_hours: Number(fields.estimated_hours),
        total_amount: dollars(totalCents),
      })
  }

  if (isSuccess) {
    const { id, total_amount, price_changed, expires_at } = booking.data
    return (
      <Dialog
        title={t('booked.title')}
        onClose={onClose}
        footer={<BookedActions id={id} onClose={onClose} />}
      >
        <Booked
          professional={professional}
          fields={form.getValues()}
          total={total_amount}
          {...(price_changed ? { expected: dollars(totalCents) } : {})}
          expiresAt={expires_at}
        />
      </Dialog>
    )
  }
  const footer = (
    <BookFooter
      formId={formId}
      rate={professional.hourly_rate}
      hours={hours}
      total={dollars(totalCents)}
      {...(isError ? { problem: refusalText(booking.error) } : {})}
    />
  )
  return (
    <Dialog
      title={isPending ? t('book.sending') : t('book.title')}
      height="full"
      onClose={onClose}
      {...(isPending ? {} : { footer })}
    >
      {isPending && <Sending />}
      <BookForm
        id={formId}
        hidden={isPending}
        form={form}
        professional={professional}
        onChange={draft.keep}
        onConfirm={confirm}
      />
    </Dialog>
  )
}

/** The defaults of client spec 2.9, and what the search already knew. */
function firstFields(
  { services_offered: offered }: PublicProfessional,
  { zip, frequency, serviceType }: Pick<BookDialogProps, 'zip' | 'frequency' | 'serviceType'>,
): BookingFields {
  const wished = [serviceType, 'standard' as const].find((type) => type && offered.includes(type))
  return {
    booking_date: '',
    booking_time: '',
    service_type: wished ?? offered[0] ?? 'standard',
    cleaning_frequency: frequency ?? 'one_time',
    address: '',
    city: '',
    state: '',
    zip_code: zip ?? '',
    estimated_hours: String(DEFAULT_BOOKING_HOURS),
    notes: '',
  }
}
