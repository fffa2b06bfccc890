import { useId } from 'react'
import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import {
  BATHROOMS_MAX,
  BEDROOMS_MAX,
  FLOORS_MAX,
  HOME_KINDS,
  HOME_LABEL_LENGTH_MAX,
  PARKING_LENGTH_MAX,
  PETS,
} from '#contract/market/home-rules.ts'
import type { Home } from '#contract/market/homes.ts'
import { useCityOfZip } from '../places/use-city-of-zip.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeHint } from '#web/ui/forms/code-hint.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { TextareaField } from '#web/ui/forms/textarea-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { homeDraft } from './home-draft.ts'
import { fieldsOfHome, newHome } from './home-fields.ts'
import type { Address, BookingOfHome, HomeFields } from './home-fields.ts'
import { Part } from '#web/ui/part.tsx'
import { PHONE_BAR } from '#web/ui/phone-bar.ts'
import { HomeRooms } from './home-rooms.tsx'
import { useHomeTexts } from './home-texts.ts'
import { SaveProblem } from './save-problem.tsx'
import { useSaveForm } from './use-save-form.ts'

type HomeFormProps = {
  clientId: string
  /** The saved home; absent for a new one. */
  home?: Home
  /** The booking whose address a new home has. */
  booking?: BookingOfHome
  onSaved: (home: Home) => void
  /** Whether the photos and access details of a new home are being sent. */
  isBusy?: boolean
  /** Parts between the fields and the button. */
  children?: ReactNode
}

type Form = UseFormReturn<HomeFields>

/** The form of a home. What was typed stays until it is saved. rule: homes */
export function HomeForm({ clientId, home, booking, onSaved, isBusy, children }: HomeFormProps) {
  const { t } = useTranslation('homes')
  const id = useId()
  const draft = homeDraft(clientId, home?.id ?? booking?.id ?? 'new')
  const typed = draft.fields()
  const form = useForm<HomeFields>({
    defaultValues:
      typed?.fields ?? (home ? fieldsOfHome(home) : newHome(booking && addressOf(booking))),
  })
  const saving = useSaveForm({ form, draft, home, booking, onSaved })
  return (
    <>
      <form
        id={id}
        noValidate
        onChange={saving.keepDraft}
        onSubmit={(event) => {
          form.clearErrors()
          void form.handleSubmit(saving.save)(event)
        }}
      >
        <AddressPart form={form} />
        <SizePart form={form} />
        <HomeRooms form={form} onChange={saving.keepDraft} />
        <MorePart form={form} />
      </form>
      {children}
      <div
        className={`${PHONE_BAR} flex flex-col gap-4 border-t border-line py-8 max-sm:bg-paper max-sm:max-h-[70dvh] max-sm:overflow-y-auto`}
      >
        <SaveProblem saving={saving} />
        <Button
          type="submit"
          form={id}
          className="max-sm:w-full sm:self-start"
          busy={saving.isPending || isBusy === true}
        >
          {t('save')}
        </Button>
      </div>
    </>
  )
}

const addressOf = ({ address, city, state, zip_code }: Address): Address => ({
  address,
  city,
  state,
  zip_code,
})

function AddressPart({ form }: { form: Form }) {
  const { t } = useTranslation('homes')
  const { control, register, formState, getValues, setValue, clearErrors } = form
  const { errors } = formState
  useCityOfZip({
    zip: useWatch({ control, name: 'zip_code' }),
    valueOf: getValues,
    fill: (field, value) => {
      setValue(field, value)
      clearErrors(field)
    },
  })
  return (
    <Part content="fields" title={t('address.title')} help={t('address.help')}>
      <TextField
        label={t('address.label')}
        help={t('address.label_help')}
        maxLength={HOME_LABEL_LENGTH_MAX}
        className="sm:col-span-2"
        {...register('label')}
      />
      <AddressFields register={register} errors={errors} />
    </Part>
  )
}

const upTo = (max: number, min = 0, step = 1) =>
  Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step)

function SizePart({ form: { register, formState } }: { form: Form }) {
  const { t } = useTranslation('homes')
  const { number } = useHomeTexts()
  const options = (values: number[]) =>
    values.map((value) => (
      <option key={value} value={value}>
        {number(value)}
      </option>
    ))
  return (
    <Part content="fields" title={t('size.title')} help={t('size.help')}>
      <SelectField label={t('size.kind')} className="sm:col-span-2" {...register('kind')}>
        {HOME_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kinds.${kind}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('size.bedrooms')} {...register('bedrooms')}>
        {options(upTo(BEDROOMS_MAX))}
      </SelectField>
      <SelectField label={t('size.bathrooms')} {...register('bathrooms')}>
        {options(upTo(BATHROOMS_MAX, 0, 0.5))}
      </SelectField>
      <TextField
        label={t('size.square_feet')}
        inputMode="numeric"
        maxLength={7}
        error={formState.errors.square_feet?.message}
        {...register('square_feet')}
      />
      <SelectField label={t('size.floors')} {...register('floors')}>
        {options(upTo(FLOORS_MAX, 1))}
      </SelectField>
    </Part>
  )
}

function MorePart({ form: { control, register } }: { form: Form }) {
  const { t } = useTranslation('homes')
  return (
    <Part content="fields" title={t('more.title')} help={t('more.help')}>
      <fieldset className="sm:col-span-2">
        <legend className="mb-1.5 font-medium">{t('more.pets')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {PETS.map((pet) => (
            <label key={pet} className="flex min-h-11 items-center gap-2.5">
              <input
                type="checkbox"
                className="size-5 shrink-0"
                value={pet}
                {...register('pets')}
              />
              {t(`pets.${pet}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-col gap-2 sm:col-span-2">
        <TextareaField
          label={t('more.parking')}
          help={t('more.parking_help')}
          rows={2}
          maxLength={PARKING_LENGTH_MAX}
          {...register('parking')}
        />
        <CodeHint text={useWatch({ control, name: 'parking' })} />
      </div>
      <label className="flex min-h-11 items-center gap-2.5 font-medium sm:col-span-2">
        <input type="checkbox" className="size-5 shrink-0" {...register('supplies_at_home')} />
        {t('more.supplies')}
      </label>
    </Part>
  )
}
