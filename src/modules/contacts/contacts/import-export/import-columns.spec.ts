import { guessRoles } from './import-columns.js';

test.each([
  // what the programs export or take; most columns in between are left out
  ['name,email,phone_number,identifier', 'name,email,number,info'],
  [
    'First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
    'firstName,lastName,info,skip,email,skip,number',
  ],
  ['Name,Given Name,Family Name,Phone 1 - Type,Phone 1 - Value', 'name,firstName,lastName,info,number'],
  [
    'Title,First Name,Middle Name,Last Name,E-mail Address,E-mail Display Name,Business Fax,Home Phone,Mobile Phone',
    'info,firstName,firstName,lastName,email,info,info,number,number',
  ],
  [
    'Record ID,First Name,Last Name,Email,Phone Number,Lead Status,Contact owner',
    'info,firstName,lastName,email,number,info,info',
  ],
  ['Nome,Sobrenome,Telefone celular,Telefone comercial,Endereço de e-mail', 'firstName,lastName,number,number,email'],
  ['Nome,Segundo Nome,Sobrenome,Celular', 'firstName,firstName,lastName,number'],
  ['Nombre,Apellidos,Teléfono móvil,Correo electrónico', 'firstName,lastName,number,email'],
  ['Nome Completo;Telefone Celular;WhatsApp;E-mail'.replaceAll(';', ','), 'name,number,number,email'],
  ['Contato,Número,Cidade', 'name,number,info'],
  ['cliente,celular,Número do pedido,Número da casa', 'name,number,info,info'],
  ['fullName,phoneNumber,optIn WhatsApp', 'name,number,info'],
  ['Nome,Número do WhatsApp,Linha do arquivo,Motivo da recusa', 'name,number,skip,skip'],
  ['Nome,Telefone com DDD,Nº do celular', 'name,number,number'],
  ['Número de WhatsApp (com DDD),DDD + Telefone,Celular c/ DDD', 'number,number,number'],
  ['Número com código do país,Código do país,Telefone (DDD)', 'number,info,number'],
  ['Nome,DDD,Telefone,Código', 'name,areaCode,number,info'],
  ['Nome,DDD Celular,Celular,Código de área', 'name,areaCode,number,areaCode'],
  ['Nome,DDD Celular', 'name,number'],
])('%s', (headings, roles) => {
  expect(guessRoles(headings.split(',')).join(',')).toBe(roles);
});
