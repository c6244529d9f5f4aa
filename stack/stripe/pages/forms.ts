// Parts that several pages have: the card, the cards for tests, what a form sent.
import { type CardDetails, SHOWN_CARDS } from '../billing/cards.ts'
import { type Html, html } from './html.ts'

/** The fields of a card. Nothing is filled in again after a refusal: a card is never sent back. */
export function cardFields(name: string): Html {
  return html`<label>Card number<input name="number" inputmode="numeric" autocomplete="off" required maxlength="30" placeholder="4242 4242 4242 4242"></label>
<div class="two"><label>Expiration (MM / YY)<input name="expiry" inputmode="numeric" autocomplete="off" required maxlength="9" placeholder="12 / 34"></label>
<label>Security code<input name="cvc" inputmode="numeric" autocomplete="off" required maxlength="4" placeholder="123"></label></div>
<label>Name on card<input name="name" autocomplete="off" required maxlength="200" value="${name}"></label>`
}

/** Which cards work, and how they behave. */
export function testCards(): Html {
  return html`<details><summary>Cards for tests</summary><ul>${SHOWN_CARDS.map(
    ([number, does]) => html`<li><code>${number}</code> ${does}</li>`,
  )}</ul><p>Any date to come and any security code will do.</p></details>`
}

/** What a card's fields sent. */
export function cardOf(form: URLSearchParams, email: string | null): CardDetails {
  const [month = '', year = ''] = (form.get('expiry') ?? '').split(/[\s/]+/).filter(Boolean)
  const years = Number(year)
  return {
    number: form.get('number') ?? '',
    expMonth: Number(month),
    expYear: years < 100 ? 2000 + years : years,
    cvc: (form.get('cvc') ?? '').trim(),
    name: (form.get('name') ?? '').trim().slice(0, 200),
    email,
  }
}
