/** The demo partner's server: its page by offer and click, and the page's buttons. It remembers what was sent while it runs. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { OfferFile } from '../../src/lib/contract/offers/offer-files.ts';
import { offerPage, plainPage, style } from './page.ts';
import { acts, perform, type Visit } from './reports.ts';

interface Settings {
  readonly apiUrl: string;
  readonly siteUrl: string;
  readonly offers: readonly OfferFile[];
}

const MAX_FORM = 4096;
const security = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

function answer(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { ...security, 'Content-Type': 'text/html; charset=utf-8' }).end(html);
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_FORM) throw new Error('the form is too large');
  }
  return new URLSearchParams(text);
}

/** Accepts buttons of our own page and typed URLs, but no form from another site. */
const isOurs = (request: IncomingMessage) =>
  ['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site']?.toString());

export function createPartner({ apiUrl, siteUrl, offers }: Settings): RequestListener {
  const visits = new Map<string, Visit>();
  function visitOf(click: string): Visit {
    const known = visits.get(click);
    if (known) return known;
    const made = { sent: [], lastTransaction: undefined, lastQuery: undefined, ahead: undefined };
    visits.set(click, made);
    return made;
  }
  const offerOf = (id: string | null | undefined) => offers.find((offer) => String(offer.id) === id);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/style.css') {
      response.writeHead(200, { ...security, 'Content-Type': 'text/css; charset=utf-8' }).end(style);
      return;
    }
    if (request.method === 'POST' && url.pathname === '/send') {
      if (!isOurs(request))
        return answer(
          response,
          403,
          plainPage('This form can’t be sent from there', 'Use the buttons of this page.', siteUrl),
        );
      const form = await formOf(request);
      const offer = offerOf(form.get('offer'));
      const act = acts.find((one) => one === form.get('act'));
      const click = form.get('click') ?? '';
      if (!offer || !act || click === '')
        return answer(
          response,
          422,
          plainPage('Something is missing', 'The form needs an offer, a click and a report.', siteUrl),
        );
      const milestone = form.get('milestone') ?? '';
      const deadlineDays = offer.requirements.deadline_days;
      await perform(visitOf(click), { apiUrl, act, click, milestone, deadlineDays });
      response.writeHead(303, { Location: `/offer/${offer.id}?click=${encodeURIComponent(click)}` }).end();
      return;
    }
    const offer = offerOf(/^\/offer\/(\d+)$/.exec(url.pathname)?.[1]);
    const click = url.searchParams.get('click') ?? '';
    if (offer && click !== '')
      return answer(response, 200, offerPage({ offer, click, visit: visitOf(click), siteUrl }));
    if (url.pathname === '/')
      return answer(
        response,
        200,
        plainPage(
          'Demo partner',
          'This site is the advertiser of the demo offers. Open an offer on the site to come here.',
          siteUrl,
        ),
      );
    answer(
      response,
      404,
      plainPage('Nothing here', 'Open an offer of the demo partner to come here with a click.', siteUrl),
    );
  }

  return (request, response) => {
    handle(request, response).catch((error: unknown) =>
      answer(
        response,
        500,
        plainPage('Something went wrong', error instanceof Error ? error.message : String(error), siteUrl),
      ),
    );
  };
}
