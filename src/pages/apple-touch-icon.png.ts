import type { APIRoute } from 'astro';
import { markPng } from '../components/mark-png.ts';

/** Home screens ask for it by this address by default. */
export const GET: APIRoute = () => markPng(180);
