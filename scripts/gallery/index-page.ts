import { LANGUAGES } from '#contract/product.ts'
import { VARIANTS, pictureName, SCHEMES, WIDTHS } from './pictures.ts'
import { galleryScreens } from './screens.ts'

/** A page with all existing pictures and filters by screen, width, language and theme. The URL stores the filters. */
export function indexPage(files: ReadonlySet<string>): string {
  const sections = galleryScreens.map((screen) => {
    const pictures = LANGUAGES.flatMap((language) =>
      VARIANTS.map((variant) => ({
        ...variant,
        language,
        file: pictureName(screen, language, variant),
      })),
    ).filter(({ file }) => files.has(file))
    const shown = pictures.map(
      ({ language, scheme, width, file }) =>
        `<a href="${file}" data-language="${language}" data-theme="${scheme}" data-width="${width}"><img src="${file}" alt="${screen.name}, ${language}, ${scheme}, ${width} px" loading="lazy" width="${Math.round(width / 3)}"></a>`,
    )
    return pictures.length === 0
      ? ''
      : `<section data-name="${screen.name}"><h2>${screen.name}</h2>${shown.join('\n')}</section>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Lustra, every screen</title>
<style>${STYLE}</style>
<h1>Lustra, every screen</h1>
<form>
<label>Screen <input name="name" type="search" placeholder="search-results, loading…"></label>
${choice('width', 'Width', WIDTHS)}
${choice('language', 'Language', LANGUAGES)}
${choice('theme', 'Theme', SCHEMES)}
<output></output>
</form>
<main>
${sections.join('\n')}
</main>
<script type="module">${SCRIPT}</script>
</html>
`
}

function choice(name: string, label: string, values: readonly (string | number)[]): string {
  const options = values.map((value) => `<option>${value}</option>`)
  return `<label>${label} <select name="${name}"><option value="">all</option>${options.join('')}</select></label>`
}

const STYLE = `
body { margin: 24px; font: 16px system-ui; color-scheme: light dark }
form { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 16px; align-items: center; padding: 12px 0; background: Canvas }
input, select { font: inherit; padding: 6px }
section { margin: 24px 0 }
img { margin: 4px; border: 1px solid GrayText; vertical-align: top }
h2 { font-size: 18px }
[hidden] { display: none }
`

const SCRIPT = `
const form = document.querySelector('form')
const saved = new URLSearchParams(location.hash.slice(1))
for (const field of form.querySelectorAll('[name]')) field.value = saved.get(field.name) ?? ''
const show = () => {
  const { name, ...look } = Object.fromEntries(new FormData(form))
  let count = 0
  for (const section of document.querySelectorAll('section')) {
    const searched = name.toLowerCase().split(/\\s+/)
    const hasName = searched.every((word) => section.dataset.name.includes(word))
    let left = 0
    for (const picture of section.querySelectorAll('a')) {
      const fits = Object.entries(look).every(([key, value]) => !value || picture.dataset[key] === value)
      picture.hidden = !(hasName && fits)
      if (!picture.hidden) left += 1
    }
    section.hidden = left === 0
    count += left
  }
  form.querySelector('output').textContent = count + ' pictures'
  const filters = new URLSearchParams([...new FormData(form)].filter(([, value]) => value))
  history.replaceState(null, '', '#' + filters)
}
form.addEventListener('input', show)
form.addEventListener('submit', (event) => event.preventDefault())
show()
`
