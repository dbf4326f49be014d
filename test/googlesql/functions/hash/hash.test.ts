import { testGoldens } from '../goldens.ts';

testGoldens('hash');
