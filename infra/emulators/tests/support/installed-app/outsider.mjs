// A third-party application that knows only the addresses and the SDKs.
import { initializeApp } from 'firebase/app';
import { connectAuthEmulator, createUserWithEmailAndPassword, getAuth, signOut } from 'firebase/auth';
import { connectDatabaseEmulator, get, getDatabase, goOffline, ref, set } from 'firebase/database';
import Stripe from 'stripe';

const { stripe: payments, identity, database, scheduling, console: page } = JSON.parse(process.argv[2]);
const answers = {};

const { hostname, port } = new URL(payments.url);
const stripe = new Stripe('sk_test_emulated', { host: hostname, port: Number(port), protocol: 'http' });
answers.productsAtFirst = (await stripe.products.list()).data.map(({ id }) => id);
const product = await stripe.products.create({ name: 'A book' });
const price = await stripe.prices.create({ product: product.id, unit_amount: 1500, currency: 'eur' });
const session = await stripe.checkout.sessions.create({
  mode: 'payment',
  line_items: [{ price: price.id, quantity: 1 }],
  success_url: 'http://localhost:3000/thanks?session={CHECKOUT_SESSION_ID}',
  customer_email: 'ada@example.com',
});
answers.page = (await (await fetch(session.url)).text()).includes('A book');
const paid = await fetch(session.url, {
  method: 'POST',
  redirect: 'manual',
  body: new URLSearchParams({
    email: 'ada@example.com',
    card_number: '4242 4242 4242 4242',
    expiry: '12/40',
    cvc: '123',
    name: 'Ada',
    postal_code: '10115',
  }),
});
answers.leadsTo = paid.headers.get('location')?.startsWith('http://localhost:3000/thanks?session=cs_test_');
const { payment_status, amount_total } = await stripe.checkout.sessions.retrieve(session.id);
answers.payment = { payment_status, amount_total };

const app = initializeApp({
  apiKey: 'any',
  projectId: identity.projectId,
  databaseURL: `${database.url}?ns=${identity.projectId}-default-rtdb`,
});
const auth = getAuth(app);
connectAuthEmulator(auth, identity.url, { disableWarnings: true });
const { user } = await createUserWithEmailAndPassword(auth, 'ada@example.com', 'secret123');
const db = getDatabase(app);
const at = new URL(database.url);
connectDatabaseEmulator(db, at.hostname, Number(at.port));
await set(ref(db, `users/${user.uid}`), { name: 'Ada' });
answers.record = (await get(ref(db, `users/${user.uid}`))).val();
await signOut(auth);
goOffline(db);

answers.widget = (await fetch(scheduling.eventTypeUrl)).status;
answers.console = (await (await fetch(page.url)).text()).includes('<html');

process.stdout.write(JSON.stringify(answers), () => process.exit(0));
