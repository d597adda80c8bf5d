/** What is needed once in an operator's life, the drawing of QR codes with it. */
export { SetUp } from './door/SetUp.tsx';
