import type { UseFormReturn } from 'react-hook-form'
import type { ShownProfessional } from '#web/features/market/professionals/professionals.api.ts'
import type { BookingFields } from './booking-draft.ts'
import type { HomeChoiceProps } from './steps/home-choice.tsx'
import { StepHeading } from './steps/step-heading.tsx'
import { StepWhat } from './steps/step-what.tsx'
import { StepWhen } from './steps/step-when.tsx'
import { StepWhere } from './steps/step-where.tsx'
import type { SearchForZip, Taken } from './steps/step-where.tsx'
import type { Steps } from './steps/use-steps.ts'
import type { DialogPrice } from './use-price.ts'
import type { SeriesOfDialog } from './use-series-request.ts'

type BookFormProps = {
  id: string
  hidden: boolean
  steps: Steps
  form: UseFormReturn<BookingFields>
  homeChoice: HomeChoiceProps
  price: DialogPrice
  series: SeriesOfDialog
  professional: ShownProfessional
  searchForZip: SearchForZip
  taken: Taken
  onChange: (fields: BookingFields) => void
  /** Leads on from a time that was chosen. */
  onChosen: () => void
  onSubmit: (fields: BookingFields) => void
}

/** The fields of the booking dialog, one step at a time. rule: booking-fields, booking-dialog */
export function BookForm({
  id,
  hidden,
  steps,
  searchForZip,
  taken,
  series,
  onChosen,
  onSubmit,
  ...parts
}: BookFormProps) {
  const { form, professional, onChange } = parts
  return (
    <form
      id={id}
      noValidate
      hidden={hidden}
      onChange={() => onChange(form.getValues())}
      onSubmit={(event) => {
        form.clearErrors()
        void form.handleSubmit(onSubmit)(event)
      }}
    >
      <StepHeading steps={steps} professional={professional} />
      <div key={steps.step} className="flex flex-col gap-3">
        {steps.step === 1 && <StepWhat {...parts} />}
        {steps.step === 2 && (
          <StepWhen
            form={form}
            professional={professional}
            series={series}
            onChange={onChange}
            onChosen={onChosen}
          />
        )}
        {steps.step === 3 && <StepWhere {...parts} searchForZip={searchForZip} taken={taken} />}
      </div>
    </form>
  )
}
