/** Classes of a bar with a main action: on a phone it stays at the lower edge. Its background is added there. */
export const PHONE_BAR =
  'step-bar max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-4 max-sm:px-4 max-sm:py-3'
