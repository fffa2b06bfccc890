/** The fields of a form that say something else than the page came with. */
export function touchedFields(form: HTMLFormElement | null | undefined) {
  return [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      (field instanceof HTMLInputElement && field.value !== field.defaultValue) ||
      (field instanceof HTMLSelectElement && isTouched(field)),
  )
}

const isTouched = ({ options }: HTMLSelectElement) =>
  [...options].some((option) => option.defaultSelected && !option.selected)
